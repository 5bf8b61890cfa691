(* Comparison theorems: what decays, rises or stays on one side, a number or the largest, the least and
   the spread of many. `families/Numbers.v` finds which of them a claim is. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. the families *)

Lemma decays (u du : R -> R) k M : differentiable u du -> u 0 <= M ->
  (forall t, 0 <= t -> du t <= k * u t) -> forall t, 0 <= t -> u t <= M * exp (k * t).
Proof.
  intros D Start Slope t T. replace k with (- - k) by ring.
  apply (largest_decays (tt :: nil) (fun _ => u) (fun _ => du) (- k) M); auto.
  - intros []. left. reflexivity.
  - intros _ s Hs _. replace (- - k) with k by ring. auto.
  - exact tt.
Qed.
Lemma stays_above (u du : R -> R) sigma : differentiable u du -> sigma <= u 0 ->
  (forall t, 0 <= t -> u t <= sigma -> 0 <= du t) -> forall t, 0 <= t -> sigma <= u t.
Proof.
  intros D Start Slope t T.
  apply (least_stays (tt :: nil) (fun _ => u) (fun _ => du) sigma 1); auto; try lra.
  - intros []. left. reflexivity.
  - intros _ s Hs B _. apply Slope; lra.
  - exact tt.
Qed.
Lemma stays_below (u du : R -> R) M : differentiable u du -> u 0 <= M ->
  (forall t, 0 <= t -> M <= u t -> du t <= 0) -> forall t, 0 <= t -> u t <= M.
Proof.
  intros D Start Slope t T. apply Ropp_le_cancel.
  apply (stays_above (fun t => - u t) (fun t => - du t)); auto; try lra.
  - intros s Hs. apply (derive_opp u). auto.
  - intros s Hs B. assert (Q := Slope s Hs). lra.
Qed.
Section Members.
Context {I : Type} (T : list I) (u du : R -> I -> R).
Hypothesis All : enumerates T.
Hypothesis D : forall t i, 0 <= t -> is_derive (fun s => u s i) t (du t i).
Lemma largest_of_them k M : (forall i, u 0 i <= M) ->
  (forall i t, 0 <= t -> (forall j, u t j <= u t i) -> du t i <= k * u t i) ->
  forall i t, 0 <= t -> u t i <= M * exp (k * t).
Proof.
  intros Start Slope i t Ht. replace k with (- - k) by ring.
  apply (largest_decays T (fun i t => u t i) (fun i t => du t i) (- k) M); auto.
  - exact (proj2 (proj2 All)).
  - intros j s. apply D.
  - intros j s Hs L. replace (- - k) with k by ring. auto.
Qed.
Lemma all_stay_above sigma : (forall i, sigma <= u 0 i) ->
  (forall i t, 0 <= t -> u t i <= sigma -> (forall j, u t i <= u t j) -> 0 <= du t i) ->
  forall i t, 0 <= t -> sigma <= u t i.
Proof.
  intros Start Slope i t Ht. apply (least_stays T (fun i t => u t i) (fun i t => du t i) sigma 1); auto; try lra.
  - exact (proj2 (proj2 All)).
  - intros j s. apply D.
  - intros j s Hs B L. apply Slope; auto; lra.
Qed.
Lemma all_stay_below M : (forall i, u 0 i <= M) ->
  (forall i t, 0 <= t -> M <= u t i -> (forall j, u t j <= u t i) -> du t i <= 0) ->
  forall i t, 0 <= t -> u t i <= M.
Proof.
  intros Start Slope i t Ht. apply (barrier T (fun i t => u t i) (fun i t => du t i) 0 M 1); auto; try lra.
  - exact (proj2 (proj2 All)).
  - intros j s. apply D.
  - intros j s Hs B L. rewrite Rmult_0_l. apply Slope; auto; lra.
Qed.
Lemma spread_of_them k M : (forall i j, u 0 i - u 0 j <= M) ->
  (forall i j t, 0 <= t -> (forall q, u t q <= u t i) -> (forall q, u t j <= u t q) ->
     du t i - du t j <= k * (u t i - u t j)) ->
  forall i j t, 0 <= t -> u t i - u t j <= M * exp (k * t).
Proof.
  intros Start Slope i j t Ht. replace k with (- - k) by ring.
  apply (spread_decays T (fun i t => u t i) (fun i t => du t i) (- k) M); auto.
  - exact (proj2 (proj2 All)).
  - intros q s. apply D.
  - intros q r s Hs A B. replace (- - k) with k by ring. auto.
Qed.
Lemma spread_stays M : (forall i j, u 0 i - u 0 j <= M) ->
  (forall i j t, 0 <= t -> (forall q, u t q <= u t i) -> (forall q, u t j <= u t q) -> du t i - du t j <= 0) ->
  forall i j t, 0 <= t -> u t i - u t j <= M.
Proof.
  intros Start Slope i j t Ht. rewrite <- (Rmult_1_r M), <- exp_0, <- (Rmult_0_l t).
  apply (spread_of_them 0 M Start); [|exact Ht]. intros p q s Hs A B. rewrite Rmult_0_l. auto.
Qed.
End Members.

(* ------------------------------------------------------------------ 2. sums, term by term *)

Lemma sum_not_positive {I} (T : list I) (f : I -> R) : (forall i, f i <= 0) -> total T f <= 0.
Proof. intros H. induction T as [|i T IH]; simpl; [lra|]. specialize (H i). lra. Qed.
Lemma sum_not_negative {I} (T : list I) (f : I -> R) : (forall i, 0 <= f i) -> 0 <= total T f.
Proof. intros H. induction T as [|i T IH]; simpl; [lra|]. specialize (H i). lra. Qed.
Lemma sum_at_most {I} (T : list I) (f : I -> R) m x : (forall i, f i <= m * x) ->
  total T f <= size T * m * x.
Proof.
  intros H. unfold size. induction T as [|i T IH]; simpl; [lra|]. specialize (H i).
  replace ((1 + total T (fun _ => 1)) * m * x) with (m * x + total T (fun _ => 1) * m * x) by ring. lra.
Qed.
Lemma sums_apart {I} (T : list I) (f g : I -> R) m x : (forall i, f i - g i <= m * x) ->
  total T f - total T g <= size T * m * x.
Proof.
  intros H. unfold size. induction T as [|i T IH]; simpl; [lra|]. specialize (H i).
  replace ((1 + total T (fun _ => 1)) * m * x) with (m * x + total T (fun _ => 1) * m * x) by ring. lra.
Qed.
Lemma sums_not_apart {I} (T : list I) (f g : I -> R) : (forall i, f i - g i <= 0) -> total T f - total T g <= 0.
Proof. intros H. induction T as [|i T IH]; simpl; [lra|]. specialize (H i). lra. Qed.

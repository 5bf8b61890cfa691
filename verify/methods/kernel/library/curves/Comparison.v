(* Comparison theorems that need no proof of their author's: a claim that has none is put to
   `by_families`. It takes the claim apart, finds the family by the shape of what is claimed, and is
   left with what the velocity has to satisfy: an inequality between numbers, term by term where it is
   one between sums. *)
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

(* ------------------------------------------------------------------ 3. the tactic *)

Ltac learn p := let P := type of p in
  lazymatch goal with _ : P |- _ => fail | _ => pose proof p end.
(* What is known for all times, and of all members, is known of those that are spoken of. *)
Ltac of_these := repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : forall t : R, 0 <= t -> _, T : 0 <= ?t |- _ => is_var t; learn (H t T)
  | H : forall i : ?I, _, i : ?I |- _ =>
      lazymatch I with R => fail | inner_product_space => fail | _ => learn (H i) end
  end.
(* A weight that is at least m, times a difference of known sign. *)
Ltac not_negative x y := lazymatch goal with _ : 0 <= x * y |- _ => fail | _ =>
  assert (0 <= x * y) by (apply Rmult_le_pos; lra) end.
Ltac products := repeat match goal with
  | H : ?m <= ?w |- context [?w * (?x - ?y)] =>
      first [ not_negative (w - m) (x - y) | not_negative (w - m) (y - x) ]
  end.
Ltac no_velocities := repeat match goal with D : forall t : R, _ |- _ =>
  lazymatch type of D with context [is_derive] => clear D end end.
Ltac numbers := cbv beta; no_velocities; of_these; products; first [ lra | nra ].
Ltac slope := cbv beta; intros; lazymatch goal with
  | |- 0 <= total _ _ => apply sum_not_negative; intros; solve [ numbers ]
  | |- total _ _ <= 0 => apply sum_not_positive; intros; solve [ numbers ]
  | |- total ?T ?f - total ?T ?g <= -1 * (size ?T * ?m) * ?x =>
      replace (-1 * (size T * m) * x) with (size T * (-1 * m) * x) by ring;
      apply sums_apart; intros; solve [ numbers ]
  | |- total ?T ?f <= -1 * (size ?T * ?m) * ?x =>
      replace (-1 * (size T * m) * x) with (size T * (-1 * m) * x) by ring;
      apply sum_at_most; intros; solve [ numbers ]
  | |- _ => solve [ numbers ]
  end.
Ltac one_number := match goal with
  | D : forall t : R, 0 <= t -> is_derive (fun s => ?u s) t (@?du t) |- ?u ?t <= ?M * exp (?k * ?t) =>
      apply (decays u du k M D); [ numbers | slope | assumption ]
  | D : forall t : R, 0 <= t -> is_derive (fun s => ?u s) t (@?du t) |- ?s <= ?u ?t =>
      apply (stays_above u du s D); [ numbers | slope | assumption ]
  | D : forall t : R, 0 <= t -> is_derive (fun s => ?u s) t (@?du t) |- ?u ?t <= ?M =>
      apply (stays_below u du M D); [ numbers | slope | assumption ]
  | D : forall t : R, 0 <= t -> is_derive (fun s => ?u s) t (@?du t) |- nondecreasing _ =>
      intros ? ? ?; apply (rises u du D); [ slope | assumption ]
  end.
Ltac members := match goal with
  | All : enumerates ?T, D : forall (t : R) (i : _), 0 <= t -> is_derive (fun s => ?u s i) t (@?du t i)
    |- ?u ?t ?i - ?u ?t ?j <= ?M * exp (?k * ?t) =>
      apply (spread_of_them T u du All D k M); [ intros; numbers | slope | assumption ]
  | All : enumerates ?T, D : forall (t : R) (i : _), 0 <= t -> is_derive (fun s => ?u s i) t (@?du t i)
    |- ?u ?t ?i <= ?M * exp (?k * ?t) =>
      apply (largest_of_them T u du All D k M); [ intros; numbers | slope | assumption ]
  | All : enumerates ?T, D : forall (t : R) (i : _), 0 <= t -> is_derive (fun s => ?u s i) t (@?du t i)
    |- ?s <= ?u ?t ?i =>
      apply (all_stay_above T u du All D s); [ intros; numbers | slope | assumption ]
  | All : enumerates ?T, D : forall (t : R) (i : _), 0 <= t -> is_derive (fun s => ?u s i) t (@?du t i)
    |- ?u ?t ?i <= ?M =>
      apply (all_stay_below T u du All D M); [ intros; numbers | slope | assumption ]
  end.
Ltac by_families := intros; repeat match goal with H : _ /\ _ |- _ => destruct H end;
  repeat match goal with
  | |- _ /\ _ => split
  | |- _ <-> _ => split
  | |- _ -> _ => intro
  | |- forall _, _ => intro
  | H : _ /\ _ |- _ => destruct H
  end;
  first [ tauto | solve [ one_number ] | solve [ members ] | solve [ numbers ] ].

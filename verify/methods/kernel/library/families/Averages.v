(* Populations of numbers that average, x_i' = sum_j a_ij (x_j - x_i): the largest falls, the least rises,
   the spread falls at the rate that the weights ask for, and where weights are symmetric the sum stays. *)
From Coq Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Comparison Vanishing.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. spreads *)

Section Population.
Context {I : Type} (T : list I) (u : R -> I -> R).
Hypothesis All : enumerates T.

(* The spread does not rise above M if, a little above, it does not run away. *)
Lemma spread_within (du : R -> I -> R) K M delta : 0 <= K -> 0 < delta ->
  (forall t i, 0 <= t -> is_derive (fun s => u s i) t (du t i)) ->
  (forall i j, u 0 i - u 0 j <= M) ->
  (forall i j t, 0 <= t -> (forall q, u t q <= u t i) -> (forall q, u t j <= u t q) ->
     M < u t i - u t j < M + delta -> du t i - du t j <= K * (u t i - u t j - M)) ->
  forall i j t, 0 <= t -> u t i - u t j <= M.
Proof.
  intros HK HD D Start Slope i j t Ht.
  apply (barrier (list_prod T T) (fun q t => u t (fst q) - u t (snd q))
           (fun q t => du t (fst q) - du t (snd q)) K M delta) with (i := (i, j)); auto.
  - intros [p q]. apply in_prod; apply All.
  - intros [p q] s Hs. apply (derive_minus (fun s => u s p) (fun s => u s q)); apply D; auto.
  - intros [p q] s Hs B L. simpl in *. apply Slope; auto; intro r.
    + specialize (L (r, q)). simpl in L. lra.
    + specialize (L (p, r)). simpl in L. lra.
Qed.

(* ------------------------------------------------------------------ 2. weighted differences *)

Variable a : R -> I -> I -> R.
Definition averaging := forall t i, 0 <= t ->
  is_derive (fun s => u s i) t (total T (fun j => a t i j * (u t j - u t i))).
Hypothesis Law : averaging.
Hypothesis Weights : forall t i j, 0 <= t -> 0 <= a t i j.

Lemma most_falls t i : 0 <= t -> (forall q, u t q <= u t i) -> total T (fun j => a t i j * (u t j - u t i)) <= 0.
Proof.
  intros Ht L. apply sum_not_positive. intro q. pose proof (Weights t i q Ht). specialize (L q).
  assert (0 <= a t i q * (u t i - u t q)) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma least_rises t i : 0 <= t -> (forall q, u t i <= u t q) -> 0 <= total T (fun j => a t i j * (u t j - u t i)).
Proof.
  intros Ht L. apply sum_not_negative. intro q. specialize (L q).
  apply Rmult_le_pos; [auto | lra].
Qed.
Lemma averages_below M : (forall i, u 0 i <= M) -> forall i t, 0 <= t -> u t i <= M.
Proof. intros Start. apply (all_stay_below T u _ All Law M Start). intros i t Ht _ L. apply most_falls; auto. Qed.
Lemma averages_above M : (forall i, M <= u 0 i) -> forall i t, 0 <= t -> M <= u t i.
Proof. intros Start. apply (all_stay_above T u _ All Law M Start). intros i t Ht _ L. apply least_rises; auto. Qed.
Lemma spread_kept M : (forall i j, u 0 i - u 0 j <= M) -> forall i j t, 0 <= t -> u t i - u t j <= M.
Proof.
  intros Start. eapply (spread_within _ 0 M 1); [lra | lra | exact Law | exact Start |].
  intros i j t Ht A B _. pose proof (most_falls t i Ht A). pose proof (least_rises t j Ht B). lra.
Qed.
Lemma spread_averaged k M : (forall t i j, 0 <= t -> - k <= size T * a t i j) ->
  (forall i j, u 0 i - u 0 j <= M) -> forall i j t, 0 <= t -> u t i - u t j <= M * exp (k * t).
Proof.
  intros Least Start. eapply (spread_of_them T u _ All Law k M Start).
  intros i j t Ht A B. assert (P := size_positive T All).
  apply Rle_trans with (size T * (k / size T) * (u t i - u t j)).
  2:{ right. field. lra. }
  apply sums_apart. intro q. specialize (A q). specialize (B q).
  assert (F : forall w x, - k <= size T * w -> 0 <= x -> - (k / size T) * x <= w * x).
  { intros w x W X. apply Rmult_le_compat_r; [exact X|]. apply (Rmult_le_reg_l (size T)); [exact P|].
    replace (size T * - (k / size T)) with (- k) by (field; lra). exact W. }
  assert (F1 := F _ (u t i - u t q) (Least t i q Ht) ltac:(lra)).
  assert (F2 := F _ (u t q - u t j) (Least t j q Ht) ltac:(lra)).
  replace (k / size T * (u t i - u t j))
    with (- (- (k / size T) * (u t i - u t q)) - - (k / size T) * (u t q - u t j)) by ring. lra.
Qed.
(* So all differences come to nothing. *)
Lemma numbers_meet k : k < 0 -> (forall t i j, 0 <= t -> - k <= size T * a t i j) ->
  forall i j, tends (fun t => u t i - u t j) 0.
Proof.
  intros K Least i j. assert (B := spread_averaged k _ Least (both_below T (fun i j => u 0 i - u 0 j) All)).
  assert (V := decayed (fun t => k * t) _ (all_absolute T (fun i => total T (fun j => Rabs (u 0 i - u 0 j))))
    ltac:(intro; cbv beta; ring) ltac:(cbv beta; lra)).
  apply (tends_between _ _ _ 0 V V); intros t Ht; [specialize (B i j t Ht) | specialize (B j i t Ht)]; lra.
Qed.
Hypothesis Symmetric : forall t i j, 0 <= t -> a t i j = a t j i.
Lemma differences_cancel t : 0 <= t -> total T (fun i => total T (fun j => a t i j * (u t j - u t i))) = 0.
Proof.
  intro Ht. assert (E : total T (fun i => total T (fun j => a t i j * (u t j - u t i)))
    = - total T (fun i => total T (fun j => a t i j * (u t j - u t i)))); [|lra].
  rewrite total_swap at 1. replace (- total T _) with (-1 * total T (fun i => total T (fun j => a t i j * (u t j - u t i)))) by ring.
  rewrite <- total_scale. apply total_ext. intro i. rewrite <- total_scale. apply total_ext. intro j.
  rewrite (Symmetric t j i Ht). ring.
Qed.
Lemma sum_averaged t : 0 <= t -> total T (u t) = total T (u 0).
Proof.
  intros Ht. assert (D : differentiable (fun t => total T (u t)) (fun _ => 0)).
  { intros s Hs. eapply derive_eq.
    - apply (derive_total T u s (fun i => total T (fun j => a s i j * (u s j - u s i)))). intro i. apply Law, Hs.
    - apply differences_cancel, Hs. }
  apply Rle_antisym.
  - apply (stays_below _ _ (total T (u 0)) D); [apply Rle_refl | intros; apply Rle_refl | exact Ht].
  - apply (stays_above _ _ (total T (u 0)) D); [apply Rle_refl | intros; apply Rle_refl | exact Ht].
Qed.
End Population.


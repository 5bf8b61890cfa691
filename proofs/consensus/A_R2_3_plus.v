(* RMSNorm with gains before a layer: PreNormDirections.v, where sqrt(d) U G = 1. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Graphs Systems Masked PreNorm PreNormDirections.
Open Scope R_scope.

(* The longest start. *)
Lemma some_length {U : inner_product_space} {Token} (tokens : list Token) (y : Token -> U) :
  lists tokens -> exists n0, 0 < n0 /\ forall i, vnorm (y i) <= n0.
Proof.
  intros All. exists (1 + total tokens (fun i => vnorm (y i))).
  assert (N : 0 <= total tokens (fun i => vnorm (y i))) by (apply total_nonneg; intro; apply vnorm_nonneg).
  split; [lra|]. intro i. assert (A := total_at_least tokens (fun i => vnorm (y i)) i (All i)
    (fun k => vnorm_nonneg (y k))). cbv beta in A. lra.
Qed.

Section Directions.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (d : R) (G U UT : S -> S) (y : R -> Token -> S)
  (alpha : R -> Token -> Token -> R) (same : Token -> Token -> R) (p : S) (sigma nu : R).
Hypothesis Flow : forall t i, 0 <= t -> is_vderive (fun t => y t i) t
  (vtotal tokens (fun j => vscale (alpha t i j) (U (vscale (sqrt d / sqrt (inner (y t j) (y t j))) (G (y t j)))))).
Definition start := (forall q, vscale (sqrt d) (U (G q)) = q) /\ (forall i, sigma * sqrt (inner (y 0 i) (y 0 i)) <= inner p (y 0 i)) /\
  forall t, 0 <= t -> forall i, total tokens (fun j => alpha t i j) <= nu.
Hypotheses (ET : enumerates tokens) (AG : adjoint G G) (AU : adjoint U UT) (Same : kronecker same)
  (Some : forall i, 0 < inner (y 0 i) (y 0 i)) (Pos : forall t, 0 <= t -> forall i j, 0 <= alpha t i j)
  (Pole : inner p p = 1) (Comp : complete S).
Let All := proj2 (proj2 ET).
Let Start i : y 0 i <> vzero. Proof. intro E. specialize (Some i). rewrite E, inner_zero_l in Some. lra. Qed.
Let Unit : start -> forall t i, 0 <= t -> is_vderive (fun t => y t i) t (vtotal tokens (fun j => vscale (alpha t i j * / vnorm (y t j)) (y t j))).
Proof.
  intros [Gains _] t i T. eapply vderive_eq; [apply (Flow t i T)|].
  apply inner_ext. intro z. rewrite !inner_vtotal_l. apply total_ext. intro j.
  rewrite !inner_scale_l, (adjoint_scale _ _ AU), inner_scale_l. rewrite <- (Gains (y t j)) at 5. rewrite inner_scale_l.
  unfold vnorm, Rdiv. ring.
Qed.
Lemma away : start -> 0 < sigma -> forall t, 0 <= t -> forall i, 0 < sqrt (inner (y t i) (y t i)).
Proof.
  intros A Sigma t T i. apply (length_positive tokens alpha y p sigma All (Unit A) (fun t i j T => Pos t T i j) Sigma Start (proj1 (proj2 A)) i t T).
Qed.
Hypothesis Weights : forall t r nu b q beta s, 0 <= s -> 0 < t -> 0 < r -> 0 < nu -> 0 < b -> 0 < q -> 0 < beta -> b <= beta ->
  q <= r + nu * t -> b / (r + nu * t) <= beta / q.
Let Quotients R b q beta : 0 < R -> 0 < b -> 0 < q -> b <= beta -> q <= R -> b / R <= beta / q.
Proof.
  intros. replace R with (R / 2 + R / 2 * 1) in * by field. apply (Weights 1 (R / 2) (R / 2) b q beta 0); lra.
Qed.
Hypothesis Margins : forall sigma f t, 0 <= t -> 0 < sigma -> (forall j, sigma <= f j) ->
  forall i, sigma * total tokens (fun j => alpha t i j) <= total tokens (fun j => alpha t i j * f j).
Lemma one_end r m low E : start /\ (forall f, (forall i j, E i j = 0 \/ f j <= f i) -> forall i, f r <= f i) /\
    (forall t, 0 <= t -> forall i, low <= total tokens (fun j => alpha t i j)) /\
    (forall t, 0 <= t -> forall i j, E i j = 0 \/ m <= alpha t i j) -> 0 < sigma -> 0 < nu -> 0 < m -> 0 < low ->
  exists w, forall i, (forall t, 0 <= t -> sqrt (inner (y t i) (y t i)) <> 0) /\
    vtends (fun t => vscale (1 / sqrt (inner (y t i) (y t i))) (y t i)) w.
Proof.
  intros [A [Root [Full Edge]]] Sigma Nu M Low. destruct (some_length tokens (y 0) All) as [n0 [N0 Length]]. set (edge i j := E i j <> 0).
  assert (Sees : forall i, sees edge i r).
  { apply least_at_root. intros f F. apply Root. intros i j.
    destruct (Req_dec (E i j) 0) as [|N]; [left; auto | right; apply F, N]. }
  destruct (one_direction tokens alpha y p nu n0 sigma All (Unit A) (fun t i j T => Pos t T i j) (fun t i T => proj2 (proj2 A) t T i) Pole
    Sigma Nu N0 Start (proj1 (proj2 A)) Length Quotients edge r m low M Low) as [l L]; auto; try (intros; first [ apply Full | apply Margins ]; assumption).
  - intros t i j T N. destruct (Edge t T i j) as [Z|Q]; [destruct (N Z) | exact Q].
  - exists l. intro i. split; [intros t T; apply Rgt_not_eq, (away A Sigma t T)|].
    intros e He. destruct (L i e He) as [T [T0 H]]. exists T. split; [exact T0|]. intros t Ht.
    specialize (H t Ht). unfold direction in H. unfold Rdiv. rewrite Rmult_1_l. exact H.
Qed.
Lemma fast n0 least : start /\ (forall i, sqrt (inner (y 0 i) (y 0 i)) <= n0) /\ (forall i, 0 <= least i) /\
    (forall t, 0 <= t -> forall i j, same i j = 1 \/ least j <= alpha t i j) -> 0 < sigma -> 0 < nu -> 0 < n0 ->
  forall t, 0 <= t -> forall T, exp (nu * T) <= 1 + nu * t / n0 -> forall i j,
    sqrt (inner (y t i) (y t i)) <> 0 /\ sqrt (inner (y t j) (y t j)) <> 0 /\
    vnorm (vsub (vscale (1 / sqrt (inner (y t i) (y t i))) (y t i)) (vscale (1 / sqrt (inner (y t j) (y t j))) (y t j)))
      <= 2 / sigma * exp (-1 * sigma * total tokens (fun j => least j) * T).
Proof.
  intros [A [Length [L0 Least]]] Sigma Nu N0 t T clock C i j.
  split; [apply Rgt_not_eq, (away A Sigma t T)|]. split; [apply Rgt_not_eq, (away A Sigma t T)|].
  assert (Q := polynomial tokens alpha y p nu n0 sigma All (Unit A) (fun t i j T => Pos t T i j) (fun t i T => proj2 (proj2 A) t T i)
    Pole Sigma Nu N0 Start (proj1 (proj2 A)) Length Quotients least t clock i j L0).
  unfold Rdiv at 1 2. rewrite !Rmult_1_l. eapply Rle_trans; [apply Q; auto|].
  - intros s a c Hs. destruct (Least s Hs a c) as [F|F]; [left; exact (same_is tokens same ET Same a c F) | right; exact F].
  - right. do 2 f_equal. change (fun k => least k) with least. ring.
Qed.
End Directions.

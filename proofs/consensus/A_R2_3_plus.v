(* RMSNorm with gains before a layer: PreNormDirections.v, where sqrt(d) U G = 1. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Graphs Systems Masked PreNorm PreNormDirections.
From Claimed Require Import A_R2_3_plus.
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

Theorem proof : A_R2_3_plus.
Proof.
  intros Space Token tokens d G U UT y alpha same Comp ET D AG AU Same BG BU BT Some Pos Flow.
  assert (All := proj2 (proj2 ET)).
  assert (Start : forall i, y 0 i <> vzero).
  { intros i E. specialize (Some i). rewrite E, inner_zero_l in Some. lra. }
  assert (Unit : (forall q, vscale (sqrt d) (U (G q)) = q) -> forall t i, 0 <= t ->
    is_vderive (fun t => y t i) t
      (vtotal tokens (fun j => vscale (alpha t i j * / vnorm (y t j)) (y t j)))).
  { intros Gains t i T. eapply vderive_eq; [apply (Flow t i T)|].
    apply inner_ext. intro z. rewrite !inner_vtotal_l. apply total_ext. intro j.
    rewrite !inner_scale_l, (adjoint_scale _ _ AU), inner_scale_l.
    rewrite <- (Gains (y t j)) at 5. rewrite inner_scale_l.
    unfold vnorm, Rdiv. ring. }
  split.
  - intros r p Pole sigma S nu Nu m M low Low E [[Gains [Inside Row]] [Root [Full Edge]]].
    specialize (Unit Gains). destruct (some_length tokens (y 0) All) as [n0 [N0 Length]].
    set (edge i j := E i j <> 0).
    assert (Sees : forall i, sees edge i r).
    { apply least_at_root. intros f F. apply Root. intros i j.
      destruct (Req_dec (E i j) 0) as [|N]; [left; auto | right; apply F, N]. }
    destruct (one_direction tokens alpha y p nu n0 sigma All Unit (fun t i j T => Pos t T i j)
      (fun t i T => Row t T i) Pole S Nu N0 Start Inside Length edge r m low M Low) as [l L]; auto.
    + intros t i j T N. destruct (Edge t T i j) as [Z|Q]; [destruct (N Z) | exact Q].
    + exists l. intro i. split.
      * intros t T. apply Rgt_not_eq. apply (length_positive tokens alpha y p sigma All Unit
          (fun t i j T => Pos t T i j) S Start Inside i t T).
      * intros e He. destruct (L i e He) as [T [T0 H]]. exists T. split; [exact T0|]. intros t Ht.
        specialize (H t Ht). unfold direction in H. unfold Rdiv. rewrite Rmult_1_l. exact H.
  - intros p Pole sigma S nu Nu n0 N0 least [[Gains [Inside Row]] [Length [L0 Least]]] t T clock C i j.
    specialize (Unit Gains).
    assert (P : forall k, 0 < vnorm (y t k)).
    { intro k. apply (length_positive tokens alpha y p sigma All Unit
        (fun t i j T => Pos t T i j) S Start Inside k t T). }
    split; [apply Rgt_not_eq, P|]. split; [apply Rgt_not_eq, P|].
    assert (Q := polynomial tokens alpha y p nu n0 sigma All Unit (fun t i j T => Pos t T i j)
      (fun t i T => Row t T i) Pole S Nu N0 Start Inside Length least t clock i j L0).
    unfold Rdiv at 1 2 3 4. rewrite !Rmult_1_l.
    eapply Rle_trans; [apply Q; auto|].
    + intros s a c Hs. destruct (Least s Hs a c) as [F|F]; [left | right; exact F].
      exact (same_is tokens same ET Same a c F).
    + right. do 2 f_equal. change (fun k => least k) with least. ring.
Qed.

(* B-CT5: the Oja flow keeps cross ratios, so no two clusters form; with a symmetric matrix every solution
   tends to one state at rest, and almost every one to consensus at the first eigenvector or its opposite; some of
   two tokens do not, and for the reflection of the plane it is known which. *)
From Coq Require Import Reals Lra List.
From Coq Require FunctionalExtensionality ClassicalDedekindReals.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words NullSets NullSections Exchange OjaEnergy OjaSlope OjaClimb OjaFlow
  OjaFlowChords OjaFlowExists OjaFlowAlmost OjaFlowPair OjaFlowCircle.
Open Scope R_scope.

Lemma equal_by_squares a b : 0 <= a -> 0 <= b -> a * a = b * b -> a = b.
Proof. intros A B E. apply Rsqr_inj; auto. Qed.

Section Flow.
Context {Space : inner_product_space} {Token Mode : Type} (tokens : list Token) (modes : list Mode) (x : R -> Token -> Space)
  (same : Mode -> Mode -> R) (F F_T : Space -> Space) (dimension : R).
Definition flows (y : R -> Token -> Space) := forall t i, 0 <= t -> is_vderive (fun s => y s i) t
  (vsub (push_of tokens F (y t)) (vscale (inner (y t i) (push_of tokens F (y t))) (y t i))).
Hypotheses (Flow : flows x) (Start : forall i, inner (x 0 i) (x 0 i) = 1) (ET : enumerates tokens) (Adj : adjoint F F_T)
  (Bounded : bounded_operator F) (Dim : dimension = size modes) (Kronecker : kronecker same).
Let d t i j := vnorm (vsub (x t i) (x t j)).
Lemma kept i j k l K : 0 <= K -> d 0 i j * d 0 k l = K * d 0 i k * d 0 j l ->
  forall t, 0 <= t -> d t i j * d t k l = K * d t i k * d t j l.
Proof.
  intros K0 E t H. destruct Bounded as [kappa [Kp Norm]]. assert (Ratio := cross_ratio_constant tokens F kappa x ET Kp Norm Flow Start).
  assert (Sq : forall t i j, d t i j * d t i j = inner (vsub (x t i) (x t j)) (vsub (x t i) (x t j)))
    by (intros; apply vnorm_square).
  assert (P : forall t i j, 0 <= d t i j) by (intros; apply vnorm_nonneg).
  apply equal_by_squares; try (repeat apply Rmult_le_pos; auto).
  assert (R := Ratio i j k l 1 (K * K)). cbv beta in R. specialize (R ltac:(
    rewrite <- !Sq; replace (1 * (d 0 i j * d 0 i j * (d 0 k l * d 0 k l)))
      with ((d 0 i j * d 0 k l) * (d 0 i j * d 0 k l)) by ring; rewrite E; ring) t H).
  rewrite <- !Sq in R. lra.
Qed.
Lemma no_clusters i j k l p q : 0 < d 0 i j /\ 0 < d 0 k l /\ vtends (fun t => x t i) p /\ vtends (fun t => x t j) p /\
  vtends (fun t => x t k) q /\ vtends (fun t => x t l) q -> p = q.
Proof.
  intros [Gij [Gkl [Ti [Tj [Tk Tl]]]]]. destruct Bounded as [kappa [Kp Norm]].
  assert (Pos : forall a : Space, 0 < vnorm a -> 0 < inner a a) by (intros a A; rewrite <- vnorm_square; apply Rmult_lt_0_compat; exact A).
  exact (no_two_clusters tokens F kappa x ET Kp Norm Flow Start i j k l p q (Pos _ Gij) (Pos _ Gkl) Ti Tj Tk Tl).
Qed.
Definition spanning (e : Mode -> Space) := forall a, a = vtotal modes (fun m => vscale (inner (e m) a) (e m)).
Lemma expansion e : spanning e -> forall a, a = vtotal (map e modes) (fun b => vscale (inner b a) b).
Proof. intros H a. rewrite (H a) at 1. generalize modes. intro T. induction T as [|m T IH]; simpl; [|rewrite IH]; reflexivity. Qed.
Lemma symmetric : (forall a, F a = F_T a) -> adjoint F F.
Proof. intros Same a b. rewrite (Adj a b), Same. reflexivity. Qed.
Lemma converge e : spanning e /\ (forall a, F a = F_T a) -> exists z : Token -> Space, (forall i, inner (z i) (z i) = 1) /\
  (forall i j, inner (z i) (z j) <= 1) /\ forall i, vtends (fun t => x t i) (z i) /\
  vsub (push_of tokens F z) (vscale (inner (z i) (push_of tokens F z)) (z i)) = vzero.
Proof.
  intros [Frame Same]. destruct Bounded as [kappa [Kp Norm]].
  assert (Sym := symmetric Same).
  destruct (solution_has_limit tokens F kappa x ET Kp Norm Flow Start Sym (map e modes)) as [z [Z [Tends Rest]]].
  + exact (expansion e Frame).
  + exists z. split; [exact Z|]. split.
    * intros i j. assert (C := cauchy_schwarz (z i) (z j)). rewrite !Z in C. apply Rnot_lt_le. intro L.
      assert (0 < (inner (z i) (z j) - 1) * inner (z i) (z j)) by (apply Rmult_lt_0_compat; lra). lra.
    * intro i. split; [exact (Tends i)|]. change (F (vscale (/ size tokens) (vtotal tokens (fun j => z j))))
        with (push_of tokens F z).
      apply inner_definite. set (w := push_of tokens F z). assert (R := Rest i). fold w in R. unfold vsub.
      rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (Z i), (inner_sym _ w (z i)), <- R. ring.
Qed.
Lemma almost_all e : (forall a b, inner (e a) (e b) = same a b) -> forall v, inner v v = 1 -> forall lam, 0 < lam -> forall nu,
  spanning e /\ 2 <= dimension /\ (forall a, F a = F_T a) /\ F v = vscale lam v /\ nu < lam /\
    (forall z, inner z v = 0 -> inner (F_T z) z <= nu * inner z z) /\
    (size tokens <> 2 \/ exists z, inner z v = 0 /\ 0 < inner (F_T z) z) ->
  for_almost_every tokens (fun y0 => (exists y, (forall i, y 0 i = y0 i) /\ flows y) /\ forall y, (forall i, y 0 i = y0 i) ->
    flows y -> (forall i, vtends (fun t => y t i) v) \/ forall i, vtends (fun t => y t i) (vscale (-1) v)).
Proof.
  intros Frame0 v Vv lam Lpos nu (Frame & Two & Same & Eigen & Gap & Across & Second). destruct Bounded as [kappa [Kp Norm]].
  assert (Sym := symmetric Same). assert (Expands := expansion e Frame).
  assert (One : of_length_one (map e modes)).
  { intros b I. apply in_map_iff in I. destruct I as [m [<- _]]. rewrite Frame0. apply Kronecker. }
  assert (Res := expansion_resolves _ Expands).
  assert (Len : (2 <= length (map e modes))%nat).
  { rewrite map_length. apply INR_le. rewrite <- size_length, <- Dim. simpl INR. lra. }
  assert (Across' : forall z, inner z v = 0 -> inner (F z) z <= nu * inner z z).
  { intros z Z. rewrite Same. apply Across, Z. }
  assert (Second' : size tokens <> 2 \/ exists a, inner a v = 0 /\ 0 < inner (F a) a).
  { destruct Second as [N|[a [A P]]]; [left; exact N|]. right. exists a. rewrite Same. auto. }
  exists (map e modes). split; [exact One|]. split; [exact Expands|].
  apply (null_part _ _ _ (gathers_almost_surely tokens F kappa (map e modes) ET Sym Kp Norm Res One Len v lam nu Vv
    Eigen Lpos Gap Across' Second')).
  intros x0 [Unit Not]. destruct (solution_exists tokens F kappa (map e modes) ET Sym Kp Norm Res One x0 Unit)
    as [y [Ry Y0]]. exists y. split; [exact Ry|]. split; [exact Y0|]. intro Gathers. apply Not. split.
  + exists y. split; [intro i; rewrite Y0; reflexivity | exact (fun t i T => proj2 Ry t i T)].
  + intros y' Y0' Flow'.
    assert (Z : y' 0 = x0) by (apply FunctionalExtensionality.functional_extensionality; exact Y0').
    assert (Ry' : runs tokens F y') by (split; [rewrite Z; exact Unit | exact (fun t i T => Flow' t i T)]).
    assert (E : forall t, 0 <= t -> y t = y' t).
    { apply (runs_same tokens F kappa ET Sym Kp Norm y y' Ry Ry'). rewrite Y0, Z. reflexivity. }
    assert (Same_limit : forall i p, vtends (fun t => y t i) p -> vtends (fun t => y' t i) p).
    { intros i p H eps Eps. destruct (H eps Eps) as [T [T0 HT]]. exists T. split; [exact T0|]. intros t Ht.
      rewrite <- (E t) by lra. apply HT, Ht. }
    destruct Gathers as [G|G]; [left | right]; intro i; apply Same_limit, G.
Qed.
Definition opposite := forall v, inner v v = 1 -> forall lam, 0 < lam -> forall c, 0 < c ->
  size tokens = 2 /\ (forall a, F a = F_T a) /\ F v = vscale lam v /\
    (forall z, inner z v = 0 -> inner (F_T z) z <= -1 * c * inner z z) ->
  exists eps, 0 < eps /\ forall y : R -> Token -> Space, (forall i, inner (y 0 i) (y 0 i) = 1) ->
    (forall i j, inner (y 0 i) (y 0 j) <= 1) -> flows y -> forall i j,
    vnorm (vsub (y 0 i) v) <= eps /\ vnorm (vadd (y 0 j) v) <= eps -> vtends (fun t => vadd (y t i) (y t j)) vzero.
Lemma opposite_pairs : opposite.
Proof.
  intros v Vv lam Lpos c Cpos (Two & Same & Eigen & Across). destruct Bounded as [kappa [Kp Norm]].
  assert (Sym := symmetric Same).
  assert (Across' : forall z, inner z v = 0 -> inner (F z) z <= - c * inner z z).
  { intros z Z. rewrite Same. assert (A := Across z Z). lra. }
  destruct (opposite_pairs_attract tokens F kappa ET Sym Kp Norm Two v lam c Vv Eigen Lpos Cpos Across')
    as [eps [Eps Near]].
  exists eps. split; [exact Eps|]. intros y Unit _ Flow' i j [Ni Nj]. apply (Near y); auto.
  split; [exact Unit | exact (fun t i T => Flow' t i T)].
Qed.
Definition decided := forall e, inner e e = 1 -> forall f, inner f f = 1 -> size tokens = 2 /\ inner e f = 0 /\ F e = e /\
    F f = vscale (-1) f /\ (forall z, z = vadd (vscale (inner e z) e) (vscale (inner f z) f)) -> forall i j,
  let g := inner (x 0 i) (x 0 j) in let k := inner (F_T (x 0 i)) (x 0 j) in
  (k < 0 /\ 4 * (1 - k ^ 2) < (1 - g) ^ 2 -> vtends (fun t => vadd (x t i) (x t j)) vzero) /\
  ((0 < k /\ -1 < g) \/ (1 - g) ^ 2 < 4 * (1 - k ^ 2) -> vtends (fun t => vsub (x t i) (x t j)) vzero).
Lemma two_tokens : opposite /\ decided.
Proof.
  split; [exact opposite_pairs|]. intros e Ee f Ff (Two & Ef & Fe & Fminus & Plane) i j. cbv zeta. destruct Bounded as [kappa [Kp Norm]].
  assert (Sym : adjoint F F).
  { intros a b. rewrite (Plane a) at 1.
    rewrite (adjoint_add F F_T Adj), !(adjoint_scale F F_T Adj), Fe, Fminus, vscale_vscale, inner_add_l,
      !inner_scale_l, (inner_sym _ a (F b)), (Plane b).
    rewrite (adjoint_add F F_T Adj), !(adjoint_scale F F_T Adj), Fe, Fminus, vscale_vscale, !inner_add_l,
      !inner_add_r, !inner_scale_l, !inner_scale_r, Ee, Ff, Ef, (inner_sym _ f e), Ef. ring. }
  assert (Rx : runs tokens F x) by (split; [exact Start | exact (fun t i T => Flow t i T)]).
  assert (K : inner (F_T (x 0 i)) (x 0 j) = pair_reflected F i j x 0).
  { unfold pair_reflected. rewrite (inner_sym _ _ (x 0 j)), <- (Adj (x 0 j)). apply inner_sym. }
  rewrite K. change (inner (x 0 i) (x 0 j)) with (pair_cosine i j x 0). rewrite <- !Rsqr_pow2. unfold Rsqr.
  assert (Range := circle_range tokens F kappa e f ET Sym Kp Norm Plane Fe Fminus i j).
  destruct (ClassicalDedekindReals.sig_not_dec (i = j)) as [Same|Differ].
  + assert (One : pair_cosine i j x 0 = 1).
    { apply cond_eq. intros eps Eps. apply Rnot_le_lt. intro L. apply Same. intro E. rewrite E in L.
      unfold pair_cosine in L. rewrite Start, Rminus_diag_eq, Rabs_R0 in L by reflexivity. lra. }
    rewrite One. split.
    * intros [_ L]. exfalso. destruct (Range x Rx 0 (Rle_refl 0)) as [_ R]. lra.
    * intros _ eps Eps. exists 0. split; [lra|]. intros t _. apply Rnot_le_lt. intro L. apply Same. intro E.
      rewrite E, !Frechet.vsub_self, Frechet.vnorm_zero, Rminus_0_r, Rabs_R0 in L. lra.
  + split.
    * intros [Neg Above]. apply (ends_opposite tokens F kappa e f ET Sym Kp Norm Two Ee Ff Ef Plane Fe Fminus i j
        Differ x Rx Neg). lra.
    * intro Cases.
      apply (ends_together tokens F kappa e f ET Sym Kp Norm Two Ee Ff Ef Plane Fe Fminus i j Differ x Rx).
      destruct Cases as [[A B]|C]; [left | right]; lra.
Qed.
End Flow.
